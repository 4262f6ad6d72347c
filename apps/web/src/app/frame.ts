export {
  FallbackRedirect as ElsewhereRedirect,
  AllowEveryone as OpenToAll,
  PublicOnly,
  RequireAuth,
} from './gates.tsx';
export { Root } from './root.tsx';
