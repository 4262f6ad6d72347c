/** Calls reach the engine through durable reads only: types that the compiler checks, and the gateway's own source. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Engine, EngineView } from '@salar/engine';
import type { EngineReader } from '@salar/services/ports/engine-port';
import { expect, expectTypeOf, test } from 'vitest';
import type { PublicContext, SessionContext } from './call.ts';

type AnyFunction = (...args: never) => unknown;
type Services = SessionContext['services'];
/** Members of `Owner` that are the engine or return it, and ports that show it undurably. */
type EngineMembers<Owner> = {
  [Name in keyof Owner]: Shown<Owner[Name]> extends EngineView | { readonly undurable: unknown }
    ? Name
    : never;
}[keyof Owner];
type Shown<Member> = Member extends (...args: never) => infer Result ? Awaited<Result> : Member;
type GroupName = Exclude<keyof Services, 'engine' | 'history' | 'now' | 'idempotency'>;
type ServicesThatShowIt = {
  [Name in GroupName]: EngineMembers<Services[Name]> | MembersThatShowIt<Services[Name]>;
}[GroupName];
type MembersThatShowIt<Owner> = {
  [Name in keyof Owner]: Owner[Name] extends AnyFunction ? never : EngineMembers<Owner[Name]>;
}[keyof Owner];

test('the context of a call offers durable reads and nothing else of the engine', () => {
  expectTypeOf<keyof Services['engine']>().toEqualTypeOf<'read' | 'projected'>();
  expectTypeOf<PublicContext['services']>().toEqualTypeOf<Services>();
  expectTypeOf<EngineMembers<Services>>().toEqualTypeOf<never>();
  expectTypeOf<MembersThatShowIt<Services>>().toEqualTypeOf<never>();
  expectTypeOf<ServicesThatShowIt>().toEqualTypeOf<never>();
  expectTypeOf<EngineMembers<{ view: Engine; find(): Promise<EngineView>; level: number }>>().toEqualTypeOf<
    'view' | 'find'
  >();
});

test('a read returns data that is complete before the wait', () => {
  const compile = (engine: EngineReader) => {
    void engine.read((view) => view.products());
    // @ts-expect-error the view would be read after the wait
    void engine.read((view) => view);
    // @ts-expect-error so would the rest of an async function
    void engine.read(async (view) => view.products());
    // @ts-expect-error and a function
    void engine.read((view) => () => view.products());
    // @ts-expect-error and an iterator
    void engine.read((view) => view.products().values());
    // @ts-expect-error nothing is decided in a read
    void engine.read((view) => view.apply);
  };
  expect(compile).toBeTypeOf('function');
});

test('no file of the gateway names the undurable view or the sequencer', () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  expect(files.length).toBeGreaterThan(100);
  const naming = files.filter((file) =>
    /\bundurable\b|@salar\/sequencer|import \{[^}]*\bEngine\b/.test(
      readFileSync(join(import.meta.dirname, file), 'utf8'),
    ),
  );
  expect(naming).toEqual([]);
});
