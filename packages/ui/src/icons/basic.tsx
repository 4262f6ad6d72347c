/** Icons of forms and messages: what the screens before signing in need. */
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
import { drawn } from './drawn.tsx';

export const UserIcon = /* @__PURE__ */ drawn(User);
export const MailIcon = /* @__PURE__ */ drawn(Mail);
export const KeyIcon = /* @__PURE__ */ drawn(KeyRound);
export const LockIcon = /* @__PURE__ */ drawn(LockKeyhole);
export const SuccessIcon = /* @__PURE__ */ drawn(CircleCheck);
export const AlertIcon = /* @__PURE__ */ drawn(CircleAlert);
export const WarningIcon = /* @__PURE__ */ drawn(TriangleAlert);
export const InfoIcon = /* @__PURE__ */ drawn(Info);
export const CloseIcon = /* @__PURE__ */ drawn(X);
export const ChevronDownIcon = /* @__PURE__ */ drawn(ChevronDown);
export const BackIcon = /* @__PURE__ */ drawn(ArrowLeft);
export const ExternalIcon = /* @__PURE__ */ drawn(ExternalLink);
