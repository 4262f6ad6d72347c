/** Icons of the signed-in app. Fixed meanings: one thing looks the same everywhere. */
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
  RefreshCw,
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
import { drawn } from './drawn.tsx';

export const DepositIcon = /* @__PURE__ */ drawn(ArrowDownLeft);
export const SendIcon = /* @__PURE__ */ drawn(ArrowUpRight);
export const SwapIcon = /* @__PURE__ */ drawn(ArrowLeftRight);
export const ReverseIcon = /* @__PURE__ */ drawn(ArrowUpDown);
export const BankIcon = /* @__PURE__ */ drawn(Landmark);
export const WalletIcon = /* @__PURE__ */ drawn(Wallet);
export const ShieldIcon = /* @__PURE__ */ drawn(Shield);
export const IdentityIcon = /* @__PURE__ */ drawn(IdCard);
export const ReportIcon = /* @__PURE__ */ drawn(FileText);
export const DashboardIcon = /* @__PURE__ */ drawn(LayoutDashboard);
export const SettingsIcon = /* @__PURE__ */ drawn(Settings);
export const LanguageIcon = /* @__PURE__ */ drawn(Globe);
export const ThemeIcon = /* @__PURE__ */ drawn(SunMoon);
export const ColoursIcon = /* @__PURE__ */ drawn(Palette);
export const LogOutIcon = /* @__PURE__ */ drawn(LogOut);
export const CalendarIcon = /* @__PURE__ */ drawn(CalendarDays);
export const CheckIcon = /* @__PURE__ */ drawn(Check);
export const FailureIcon = /* @__PURE__ */ drawn(CircleX);
export const ClockIcon = /* @__PURE__ */ drawn(Clock);
export const ChevronLeftIcon = /* @__PURE__ */ drawn(ChevronLeft);
export const ChevronRightIcon = /* @__PURE__ */ drawn(ChevronRight);
export const ArrowUpIcon = /* @__PURE__ */ drawn(ArrowUp);
export const ArrowDownIcon = /* @__PURE__ */ drawn(ArrowDown);
export const CopyIcon = /* @__PURE__ */ drawn(Copy);
export const ShareIcon = /* @__PURE__ */ drawn(Share2);
export const EyeIcon = /* @__PURE__ */ drawn(Eye);
export const EyeOffIcon = /* @__PURE__ */ drawn(EyeOff);
export const SearchIcon = /* @__PURE__ */ drawn(Search);
export const RefreshIcon = /* @__PURE__ */ drawn(RefreshCw);
export const PlusIcon = /* @__PURE__ */ drawn(Plus);
export const ExportIcon = /* @__PURE__ */ drawn(Download);
export const FilterIcon = /* @__PURE__ */ drawn(SlidersHorizontal);
export const DeleteIcon = /* @__PURE__ */ drawn(Trash2);
export const OfflineIcon = /* @__PURE__ */ drawn(WifiOff);
export const CodeIcon = /* @__PURE__ */ drawn(CodeXml);
export const PasskeyIcon = /* @__PURE__ */ drawn(FingerprintPattern);
export const NetworkIcon = /* @__PURE__ */ drawn(Network);
export const DeviceIcon = /* @__PURE__ */ drawn(MonitorSmartphone);
export const TradeIcon = /* @__PURE__ */ drawn(ChartCandlestick);
