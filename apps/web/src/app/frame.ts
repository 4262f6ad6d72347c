export { FallbackRedirect, AllowEveryone, PublicOnly, RequireAuth } from './gates.tsx';
export { Root } from './root.tsx';
