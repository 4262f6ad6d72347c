import { expect, test } from 'vitest';
import { buildWidgetAddress } from './widget-address.ts';

// covers: verification.11
test.each([
  ['es', 'es-CO'],
  ['pt', 'pt'],
  ['en', 'en'],
  ['en', 'fr'],
  ['en', undefined],
])('the widget is in %s where the app is in %s', (widget, app) => {
  expect(buildWidgetAddress('/local/identity/widget?token=abc', app)).toBe(
    `/local/identity/widget?token=abc&lang=${widget}&theme=dark`,
  );
});
