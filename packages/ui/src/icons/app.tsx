/** Icons of the signed-in app. Each meaning has the same icon everywhere. */
import {
  ArrowDown,
  ArrowDownLeft,
  ArrowLeftRight,
  ArrowUp,
  ArrowUpDown,
  ArrowUpRight,
  CalendarDays,
  ChartCandlestick,
  Check,
  ChevronLeft,
  ChevronRight,
  CircleX,
  Clock,
  CodeXml,
  Copy,
  Download,
  Eye,
  EyeOff,
  FileText,
  FingerprintPattern,
  Globe,
  IdCard,
  Landmark,
  LayoutDashboard,
  LogOut,
  MonitorSmartphone,
  Network,
  Palette,
  Plus,
  Search,
  Settings,
  Share2,
  Shield,
  SlidersHorizontal,
  SunMoon,
  Trash2,
  Wallet,
  WifiOff,
} from 'lucide-react';
import { createIcon } from './create-icon.tsx';

export const DepositIcon = /* @__PURE__ */ createIcon(ArrowDownLeft);
export const SendIcon = /* @__PURE__ */ createIcon(ArrowUpRight);
export const SwapIcon = /* @__PURE__ */ createIcon(ArrowLeftRight);
export const ReverseIcon = /* @__PURE__ */ createIcon(ArrowUpDown);
export const BankIcon = /* @__PURE__ */ createIcon(Landmark);
export const WalletIcon = /* @__PURE__ */ createIcon(Wallet);
export const ShieldIcon = /* @__PURE__ */ createIcon(Shield);
export const IdentityIcon = /* @__PURE__ */ createIcon(IdCard);
export const ReportIcon = /* @__PURE__ */ createIcon(FileText);
export const DashboardIcon = /* @__PURE__ */ createIcon(LayoutDashboard);
export const SettingsIcon = /* @__PURE__ */ createIcon(Settings);
export const LanguageIcon = /* @__PURE__ */ createIcon(Globe);
export const ThemeIcon = /* @__PURE__ */ createIcon(SunMoon);
export const ColoursIcon = /* @__PURE__ */ createIcon(Palette);
export const LogOutIcon = /* @__PURE__ */ createIcon(LogOut);
export const CalendarIcon = /* @__PURE__ */ createIcon(CalendarDays);
export const CheckIcon = /* @__PURE__ */ createIcon(Check);
export const FailureIcon = /* @__PURE__ */ createIcon(CircleX);
export const ClockIcon = /* @__PURE__ */ createIcon(Clock);
export const ChevronLeftIcon = /* @__PURE__ */ createIcon(ChevronLeft);
export const ChevronRightIcon = /* @__PURE__ */ createIcon(ChevronRight);
export const ArrowUpIcon = /* @__PURE__ */ createIcon(ArrowUp);
export const ArrowDownIcon = /* @__PURE__ */ createIcon(ArrowDown);
export const CopyIcon = /* @__PURE__ */ createIcon(Copy);
export const ShareIcon = /* @__PURE__ */ createIcon(Share2);
export const EyeIcon = /* @__PURE__ */ createIcon(Eye);
export const EyeOffIcon = /* @__PURE__ */ createIcon(EyeOff);
export const SearchIcon = /* @__PURE__ */ createIcon(Search);
export const PlusIcon = /* @__PURE__ */ createIcon(Plus);
export const ExportIcon = /* @__PURE__ */ createIcon(Download);
export const FilterIcon = /* @__PURE__ */ createIcon(SlidersHorizontal);
export const DeleteIcon = /* @__PURE__ */ createIcon(Trash2);
export const OfflineIcon = /* @__PURE__ */ createIcon(WifiOff);
export const CodeIcon = /* @__PURE__ */ createIcon(CodeXml);
export const PasskeyIcon = /* @__PURE__ */ createIcon(FingerprintPattern);
export const NetworkIcon = /* @__PURE__ */ createIcon(Network);
export const DeviceIcon = /* @__PURE__ */ createIcon(MonitorSmartphone);
export const TradeIcon = /* @__PURE__ */ createIcon(ChartCandlestick);
