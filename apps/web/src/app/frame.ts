export { ElsewhereRedirect, OpenToAll, PublicOnly, RequireAuth } from './gates.tsx';
export { Root } from './root.tsx';
