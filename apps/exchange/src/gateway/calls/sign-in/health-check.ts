import { accepted, genericShape } from '@salar/protocol/wire';
import { publicCall } from './chapter-calls.ts';
import about from '../../../../../../package.json' with { type: 'json' };

export const healthCheck = publicCall({
  name: 'HealthCheck',
  input: {},
  output: genericShape,
  rate: 'read',
  about: 'Succeeds when orders are accepted and stored: `detail` begins with `running:`.',
  example: { input: {}, output: accepted(`running: ${about.version}`) },
  async run({ services }) {
    await services.engine.read((view) => view.lastSequence);
    return accepted(`running: ${about.version}`);
  },
});
