import { expect, test } from 'vitest';
import { getIdentityFrames } from '../../compose/open-sumsub.ts';
import { documentHeaders, siteHeaders } from './security-headers.ts';

const headers = (widgetOrigin?: string | null) =>
  documentHeaders({
    styleHashes: [],
    ...(widgetOrigin !== undefined && { identityFrames: getIdentityFrames({ widgetOrigin }) }),
  });
const frames = (given: Readonly<Record<string, string>>) =>
  given['content-security-policy']?.split('; ').find((part) => part.startsWith('frame-src'));

test('B1: without an identity provider only our own pages are framed, and no other origin may use the camera', () => {
  expect(frames(headers())).toBe("frame-src 'self'");
  expect(headers()['permissions-policy']).toBe(
    'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  );
});

test('B1: with an identity provider its widget is framed and may use camera and microphone; its scripts stay blocked', () => {
  const given = headers(null);
  expect(frames(given)).toBe("frame-src 'self' https://in.sumsub.com https://*.sumsub.com");
  expect(given['permissions-policy']).toBe(
    'camera=(self "https://in.sumsub.com"), geolocation=(self "https://in.sumsub.com"), microphone=(self "https://in.sumsub.com"), payment=(), usb=()',
  );
  expect(given['content-security-policy']).toContain("script-src 'self';");
  expect(given).not.toHaveProperty('cross-origin-embedder-policy');
});

test('B1: a widget on another origin is allowed by that origin', () => {
  expect(frames(headers('https://widget.example'))).toContain(' https://widget.example');
  expect(headers('https://widget.example')['permissions-policy']).toContain('"https://widget.example")');
});

test('text becomes neither code nor markup, and the only policy is for the address of the worker', () => {
  const policy = headers()['content-security-policy']?.split('; ');
  expect(policy).toContain("require-trusted-types-for 'script'");
  expect(policy).toContain('trusted-types salar-worker');
});

test('the app may install only its own worker and manifest', () => {
  const policy = headers()['content-security-policy']?.split('; ');
  expect(policy).toContain("worker-src 'self'");
  expect(policy).toContain("manifest-src 'self'");
});

test('every answer of production keeps browsers on https; a laptop has none', () => {
  expect(siteHeaders('production')).toEqual({
    ...siteHeaders('local'),
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
  });
  expect(siteHeaders('local')).not.toHaveProperty('strict-transport-security');
});
