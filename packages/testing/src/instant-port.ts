/** The port of an engine without a journal: every command is durable as soon as it is applied. */
import type { Engine, EngineView, ReadResult } from '@salar/engine';
import type { EnginePort } from '@salar/services/ports/engine-port';

export function createInstantPort(engine: Engine, submit: EnginePort['submit']): EnginePort {
  return {
    undurable: engine,
    submit,
    read: async <T>(look: (view: EngineView) => ReadResult<T>): Promise<T> => look(engine),
    projected: async () => undefined,
  };
}
