import { expect, test } from 'vitest';
import { createOriginCheck } from './origin-check.ts';

const ofProduction = createOriginCheck({ publicUrl: 'https://salar.example/', profile: 'production' });
const ofLaptop = createOriginCheck({ publicUrl: 'http://localhost:8080', profile: 'local' });

test.each([
  { origin: undefined, production: true, laptop: true },
  { origin: 'https://salar.example', production: true, laptop: false },
  { origin: 'http://salar.example', production: false, laptop: false },
  { origin: 'https://salar.example:8443', production: false, laptop: false },
  { origin: 'https://salar.example.evil.example', production: false, laptop: false },
  { origin: 'null', production: false, laptop: false },
  { origin: '', production: false, laptop: false },
  { origin: 'http://localhost:8080', production: false, laptop: true },
  { origin: 'http://localhost:5173', production: false, laptop: true },
  { origin: 'http://127.0.0.1:5173', production: false, laptop: true },
  { origin: 'http://[::1]:5173', production: false, laptop: true },
  { origin: 'http://localhost.evil.example', production: false, laptop: false },
  { origin: 'http://127.0.0.1.evil.example', production: false, laptop: false },
])('origin $origin: production $production, laptop $laptop', ({ origin, production, laptop }) => {
  expect([ofProduction(origin), ofLaptop(origin)]).toEqual([production, laptop]);
});
