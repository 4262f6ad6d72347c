/**
 * Icons by meaning, so that one thing looks the same everywhere. Lucide, 20 px, stroke 1.75, silent: the name is on the
 * control.
 */
import {
  ArrowDown,
  ArrowDownLeft,
  ArrowLeft,
  ArrowLeftRight,
  ArrowUp,
  ArrowUpDown,
  ArrowUpRight,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  CircleAlert,
  CircleCheck,
  CircleX,
  Clock,
  CodeXml,
  Copy,
  ExternalLink,
  Eye,
  EyeOff,
  FileText,
  Globe,
  IdCard,
  Info,
  KeyRound,
  Landmark,
  LayoutDashboard,
  LockKeyhole,
  LogOut,
  Mail,
  Palette,
  Plus,
  RefreshCw,
  Search,
  Settings,
  Share2,
  Shield,
  SunMoon,
  Trash2,
  TriangleAlert,
  User,
  Wallet,
  WifiOff,
  X,
} from 'lucide-react';
import type { LucideIcon, LucideProps } from 'lucide-react';

export type IconProps = Pick<LucideProps, 'size' | 'className'>;
export type Icon = (props: IconProps) => React.JSX.Element;

function drawn(Drawing: LucideIcon): Icon {
  return function DrawnIcon({ size = 20, className }) {
    return (
      <Drawing
        size={size}
        strokeWidth={1.75}
        aria-hidden="true"
        focusable="false"
        className={`shrink-0 ${className ?? ''}`}
      />
    );
  };
}

export const DepositIcon = /* @__PURE__ */ drawn(ArrowDownLeft);
export const SendIcon = /* @__PURE__ */ drawn(ArrowUpRight);
export const SwapIcon = /* @__PURE__ */ drawn(ArrowLeftRight);
export const ReverseIcon = /* @__PURE__ */ drawn(ArrowUpDown);
export const BankIcon = /* @__PURE__ */ drawn(Landmark);
export const WalletIcon = /* @__PURE__ */ drawn(Wallet);
export const ShieldIcon = /* @__PURE__ */ drawn(Shield);
export const IdentityIcon = /* @__PURE__ */ drawn(IdCard);
export const KeyIcon = /* @__PURE__ */ drawn(KeyRound);
export const ReportIcon = /* @__PURE__ */ drawn(FileText);
export const DashboardIcon = /* @__PURE__ */ drawn(LayoutDashboard);
export const SettingsIcon = /* @__PURE__ */ drawn(Settings);
export const UserIcon = /* @__PURE__ */ drawn(User);
export const MailIcon = /* @__PURE__ */ drawn(Mail);
export const LockIcon = /* @__PURE__ */ drawn(LockKeyhole);
export const LanguageIcon = /* @__PURE__ */ drawn(Globe);
export const ThemeIcon = /* @__PURE__ */ drawn(SunMoon);
export const ColoursIcon = /* @__PURE__ */ drawn(Palette);
export const LogOutIcon = /* @__PURE__ */ drawn(LogOut);
export const CheckIcon = /* @__PURE__ */ drawn(Check);
export const SuccessIcon = /* @__PURE__ */ drawn(CircleCheck);
export const FailureIcon = /* @__PURE__ */ drawn(CircleX);
export const AlertIcon = /* @__PURE__ */ drawn(CircleAlert);
export const WarningIcon = /* @__PURE__ */ drawn(TriangleAlert);
export const InfoIcon = /* @__PURE__ */ drawn(Info);
export const ClockIcon = /* @__PURE__ */ drawn(Clock);
export const CloseIcon = /* @__PURE__ */ drawn(X);
export const ChevronDownIcon = /* @__PURE__ */ drawn(ChevronDown);
export const ChevronLeftIcon = /* @__PURE__ */ drawn(ChevronLeft);
export const ChevronRightIcon = /* @__PURE__ */ drawn(ChevronRight);
export const ArrowUpIcon = /* @__PURE__ */ drawn(ArrowUp);
export const ArrowDownIcon = /* @__PURE__ */ drawn(ArrowDown);
export const BackIcon = /* @__PURE__ */ drawn(ArrowLeft);
export const CopyIcon = /* @__PURE__ */ drawn(Copy);
export const ShareIcon = /* @__PURE__ */ drawn(Share2);
export const ExternalIcon = /* @__PURE__ */ drawn(ExternalLink);
export const EyeIcon = /* @__PURE__ */ drawn(Eye);
export const EyeOffIcon = /* @__PURE__ */ drawn(EyeOff);
export const SearchIcon = /* @__PURE__ */ drawn(Search);
export const RefreshIcon = /* @__PURE__ */ drawn(RefreshCw);
export const PlusIcon = /* @__PURE__ */ drawn(Plus);
export const DeleteIcon = /* @__PURE__ */ drawn(Trash2);
export const OfflineIcon = /* @__PURE__ */ drawn(WifiOff);
export const CodeIcon = /* @__PURE__ */ drawn(CodeXml);
