/** Icons of forms and messages, which the screens before sign-in use. */
import {
  ArrowLeft,
  ChevronDown,
  CircleAlert,
  CircleCheck,
  ExternalLink,
  Info,
  KeyRound,
  LockKeyhole,
  Mail,
  TriangleAlert,
  User,
  X,
} from 'lucide-react';
import { createIcon } from './create-icon.tsx';

export const UserIcon = /* @__PURE__ */ createIcon(User);
export const MailIcon = /* @__PURE__ */ createIcon(Mail);
export const KeyIcon = /* @__PURE__ */ createIcon(KeyRound);
export const LockIcon = /* @__PURE__ */ createIcon(LockKeyhole);
export const SuccessIcon = /* @__PURE__ */ createIcon(CircleCheck);
export const AlertIcon = /* @__PURE__ */ createIcon(CircleAlert);
export const WarningIcon = /* @__PURE__ */ createIcon(TriangleAlert);
export const InfoIcon = /* @__PURE__ */ createIcon(Info);
export const CloseIcon = /* @__PURE__ */ createIcon(X);
export const ChevronDownIcon = /* @__PURE__ */ createIcon(ChevronDown);
export const BackIcon = /* @__PURE__ */ createIcon(ArrowLeft);
export const ExternalIcon = /* @__PURE__ */ createIcon(ExternalLink);
