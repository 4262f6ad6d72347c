/** Every address of the app and its access rule: signed out only, signed in only, or everybody. */
import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { AllowEveryone, PublicOnly, RequireAuth } from './gates.tsx';
import { routes } from './router.tsx';

const gates = new Map<unknown, string>([
  [RequireAuth, 'signed in'],
  [PublicOnly, 'signed out'],
  [AllowEveryone, 'everybody'],
]);

/** Returns each path with the gates around it. */
async function pathsBelow(
  route: RouteObject,
  above: readonly string[] = [],
  start = '',
): Promise<[string, string][]> {
  const path = route.path === undefined ? start : `${start}/${route.path.replace(/^\//, '')}`;
  const load = route.lazy;
  // The layouts are loaded to identify the gates; the pages themselves are not needed.
  const frame = route.path === undefined && !route.index && typeof load === 'function' ? await load() : {};
  const gate = gates.get('Component' in frame ? frame.Component : undefined);
  const around = gate === undefined ? above : [...above, gate];
  if (!route.children) return route.index ? [] : [[path, around.join(', ') || 'no gate']];
  const below = await Promise.all(route.children.map((child) => pathsBelow(child, around, path)));
  return below.flat();
}

// covers: session.11, routes.1, routes.4, routes.5, routes.6, routes.7, routes.8, routes.9, routes.12, routes.13, swap.18
test('each address has its access rule', async () => {
  const found = Object.fromEntries((await Promise.all(routes.map((route) => pathsBelow(route)))).flat());
  expect(found).toEqual({
    '/signin': 'signed out',
    '/login': 'signed out',
    '/signup': 'signed out',
    '/forgot-password': 'signed out',
    '/validate-code': 'signed out',
    '/reset-password': 'no gate',
    '/unlock-account': 'no gate',
    '/freeze-account': 'no gate',
    '/verify-email': 'no gate',
    '/confirm-withdraw': 'no gate',
    '/confirm-destination': 'no gate',
    '/dashboard': 'signed in',
    '/swap': 'signed in',
    '/ramping/deposit': 'signed in',
    '/ramping/withdraw': 'signed in',
    '/settings/profile': 'signed in',
    '/settings/security': 'signed in',
    '/settings/verification': 'signed in',
    '/settings/api-keys': 'signed in',
    '/settings/trade-report': 'signed in',
    '/settings/bank-accounts': 'signed in',
    '/trade': 'everybody',
    '/about': 'everybody',
    '/terms': 'everybody',
    '/privacy': 'everybody',
    '/support': 'everybody',
    '/*': 'no gate',
  });
});
