/** Files of statements: the three formats are read alike, and what is wrong with a file is said. */
import { describe, expect, test } from 'vitest';
import { toCamt, toOfxSgml, toOfxXml } from '@salar/testing/statement-files';
import type { FileStatement } from '@salar/testing/statement-files';
import { readStatement } from './read-statement.ts';

const terms = { currency: 'COP', decimals: 2 };
const january: FileStatement = {
  firstDay: '2026-01-01',
  lastDay: '2026-01-05',
  opening: '1000000',
  closing: '1248600.50',
  lines: [
    { amount: '250000.50', reference: 'R-1', day: '2026-01-02', memo: 'abono' },
    { amount: '-1400', reference: 'C 7', memo: 'pago SALAR-1003 a proveedor' },
  ],
};
const formats = [
  ['OFX 1', toOfxSgml],
  ['OFX 2', toOfxXml],
  ['CAMT.053', toCamt],
] as const;
const read = (text: string, encoding: BufferEncoding = 'utf8') =>
  readStatement(Buffer.from(text, encoding), terms);
const problem = (text: string, encoding?: BufferEncoding) => {
  const answer = read(text, encoding);
  return answer.ok ? 'it was read' : answer.problem;
};

describe.each(formats)('%s', (_name, format) => {
  const file = format(january);

  test('is read to the last cent, with every reference', () => {
    const encoding = file.startsWith('OFX') ? 'latin1' : 'utf8';
    expect(read(file, encoding)).toMatchObject({
      ok: true,
      value: {
        account: '20455000123',
        firstDay: '2026-01-01',
        lastDay: '2026-01-05',
        opening: 1_000_000_00n,
        closing: 1_248_600_50n,
        lines: [
          {
            bookedOn: '2026-01-02',
            amount: 250_000_50n,
            references: ['R-1', 'LINE-2026-01-05-1'],
            ticketId: null,
          },
          {
            bookedOn: '2026-01-05',
            amount: -1_400_00n,
            references: ['C-7', 'LINE-2026-01-05-2'],
            ticketId: 1003,
          },
        ],
      },
    });
  });

  test('of another currency is refused', () => {
    expect(problem(format({ ...january, currency: 'USD' }))).toContain('USD');
  });

  test('that is cut off is refused wherever the cut is', () => {
    for (let length = Math.floor(file.length / 3); length < file.trimEnd().length; length += 7)
      expect(problem(file.slice(0, length), file.startsWith('OFX') ? 'latin1' : 'utf8')).toMatch(
        /truncated|malformed|not closed|lacks|header|neither/,
      );
  });

  test.each([
    ['1,00.5', /is not an amount/],
    ['0x10', /is not an amount/],
    ['1e3', /is not an amount/],
    ['1.001', /more decimals than COP/],
  ])('with the amount %s is refused', (amount, expected) => {
    expect(problem(format({ ...january, lines: [{ amount, reference: 'R-1' }] }))).toMatch(expected);
  });

  test('with a line outside of its days is refused', () => {
    const lines = january.lines.map((line) => ({ ...line, day: '2026-01-06' }));
    expect(problem(format({ ...january, lines }))).toContain('line 1 is of 2026-01-06, outside');
  });

  test('with the same line twice is refused', () => {
    const [line] = january.lines;
    const twice = { ...january, closing: '1500001', lines: line === undefined ? [] : [line, line] };
    expect(problem(format(twice))).toBe('line 2 is there twice: R-1');
  });

  test('with a day that does not exist is refused', () => {
    expect(
      problem(format({ ...january, lines: [{ amount: '1', reference: 'R', day: '2026-02-30' }] })),
    ).toContain('is not a day');
  });
});

describe('CAMT.053', () => {
  const camt = toCamt(january);

  test('whose lines do not add up to its balances is refused', () => {
    expect(problem(toCamt({ ...january, closing: '1248600.51' }))).toContain('do not add up');
    expect(problem(toCamt({ ...january, lines: january.lines.slice(1) }))).toContain('do not add up');
  });

  test('with a line that is not booked yet leaves it out', () => {
    const entry = camt.slice(camt.indexOf('<Ntry>'), camt.indexOf('</Ntry>') + 7).replace('BOOK', 'PDNG');
    expect(read(camt.replace('<Ntry>', `${entry}<Ntry>`))).toMatchObject({
      ok: true,
      value: { closing: 1_248_600_50n },
    });
  });

  test('with one entry for two payments has a line for each', () => {
    const detail = (amount: string, id: string) =>
      `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs><Amt Ccy="COP">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd></TxDtls>`;
    const start = camt.indexOf('<NtryDtls>');
    const split = `<NtryDtls>${detail('250000', 'E-1')}${detail('0.5', 'E-2')}</NtryDtls>`;
    const file = camt.slice(0, start) + split + camt.slice(camt.indexOf('</NtryDtls>') + 11);
    expect(read(file)).toMatchObject({
      ok: true,
      value: {
        lines: [
          { amount: 250_000_00n, references: ['R-1.1', 'E-1', 'LINE-2026-01-05-1'] },
          { amount: 50n, references: ['R-1.2', 'E-2', 'LINE-2026-01-05-2'] },
          { amount: -1_400_00n },
        ],
      },
    });
  });

  test('of a period that ends at midnight ends with the day before', () => {
    const file = camt.replace('2026-01-05T23:59:59', '2026-01-06T00:00:00');
    expect(read(file)).toMatchObject({ ok: true, value: { lastDay: '2026-01-05' } });
  });

  test('of the previous balance, without a period, begins the day after', () => {
    const file = camt
      .replace(/<FrToDt>.*<\/FrToDt>/, '')
      .replace('<Cd>OPBD</Cd>', '<Cd>PRCD</Cd>')
      .replace('<Dt>2026-01-01</Dt>', '<Dt>2025-12-31</Dt>');
    expect(read(file)).toMatchObject({ ok: true, value: { firstDay: '2026-01-01', lastDay: '2026-01-05' } });
  });

  test.each([
    [
      'a message of another kind',
      (file: string) => file.replace('camt.053.001.08', 'pain.001.001.09'),
      'is not CAMT.053',
    ],
    ['two statements', (file: string) => file.replace(/(<Stmt>.*<\/Stmt>)/, '$1$1'), 'has 2 statements'],
    [
      'elements of another namespace',
      (file: string) => file.replaceAll('<Ntry>', '<Ntry xmlns="urn:other">'),
      'do not add up',
    ],
    ['no closing balance', (file: string) => file.replace('CLBD', 'CLAV'), 'has no balance CLBD'],
    ['two closing balances', (file: string) => file.replace('OPBD', 'CLBD'), 'has no balance OPBD'],
    ['a direction that is none', (file: string) => file.replace('DBIT', 'BOTH'), 'is neither CRDT nor DBIT'],
    [
      'no number of an account',
      (file: string) => file.replace('20455000123', ''),
      'is not the number of an account',
    ],
  ])('with %s is refused', (_name, change, expected) => {
    expect(problem(change(camt))).toContain(expected);
  });
});

describe('OFX', () => {
  const file = toOfxSgml(january);

  test.each([
    ['an error of the bank', (text: string) => text.replaceAll('<CODE>0', '<CODE>2000'), 'the error 2000'],
    [
      'a debit that is positive',
      (text: string) => text.replace('<TRNAMT>-1400', '<TRNAMT>1400'),
      'is a DEBIT with the sign',
    ],
    [
      'a balance of another day',
      (text: string) => text.replace(/<DTASOF>\d+/, '<DTASOF>20260107'),
      'export up to the day',
    ],
    ['a line without its number', (text: string) => text.replace('<FITID>R-1', ''), 'lacks <FITID>'],
    ['an open line', (text: string) => text.replace('</STMTTRN>', ''), '<STMTTRN> is not closed'],
    [
      'a tag that closes nothing',
      (text: string) => text.replace('</OFX>', '</NAME></OFX>'),
      'closes nothing',
    ],
    [
      'no account statement',
      (text: string) => text.replaceAll('BANKMSGSRSV1', 'CREDITCARDMSGSRSV1'),
      'lacks <BANKMSGSRSV1>',
    ],
  ])('with %s is refused', (_name, change, expected) => {
    expect(problem(change(file), 'latin1')).toContain(expected);
  });

  test('with closing tags, empty values and lower case is read, too', () => {
    const changed = file
      .replaceAll('<FITID>R-1', '<FITID>R-1</FITID>')
      .replace('<NAME>', '<CHECKNUM><NAME>')
      .replaceAll('MEMO', 'memo');
    expect(read(changed, 'latin1')).toMatchObject({ ok: true, value: { closing: 1_248_600_50n } });
  });
});

describe('a hostile file', () => {
  const bomb = `<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa">${Array.from({ length: 9 }, (_, i) => `<!ENTITY a${i} "${'&a;'.repeat(10)}">`).join('')}]>`;
  const externalEntity = '<!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/passwd">]>';

  test.each([
    ['an entity bomb', toCamt(january).replace('<Document', `${bomb}<Document`), /document type/],
    [
      'an external entity',
      toCamt(january).replace('<Document', `${externalEntity}<Document`),
      /document type/,
    ],
    ['an entity bomb of OFX 2', toOfxXml(january).replace('<OFX>', `${bomb}<OFX>`), /document type/],
    ['an entity bomb of OFX 1', toOfxSgml(january).replace('<OFX>', `${bomb}<OFX>`), /malformed/],
    ['an entity that is not declared', toCamt(january).replace('abono', '&a;'), /undefined entity/],
    ['deep elements', '<a>'.repeat(100_000), /nested more than 32 deep/],
    ['deep tags', `OFXHEADER:100\nDATA:OFXSGML\n\n${'<A>'.repeat(100_000)}`, /nested more than 32 deep/],
    ['many elements', `<a>${'<b/>'.repeat(250_000)}</a>`, /more than 200000 elements/],
    [
      'many tags',
      `OFXHEADER:100\nDATA:OFXSGML\n\n<OFX>${'<B>1'.repeat(250_000)}</OFX>`,
      /more than 200000 tags/,
    ],
    ['another format', ':20:STARTUMS', /neither OFX nor CAMT/],
    ['no file', '', /neither OFX nor CAMT/],
    ['an unknown encoding', toCamt(january).replace('UTF-8', 'UTF-7'), /encoding UTF-7/],
    ['the wrong header', 'OFXHEADER:100\nDATA:XML\n\n<OFX></OFX>', /not that of OFX 1/],
  ])('with %s is refused', (_name, text, expected) => {
    expect(problem(text)).toMatch(expected);
  });

  test('in another encoding than it names, or too large, is refused', () => {
    expect(
      problem(toCamt({ ...january, lines: [{ amount: '1', reference: 'R', memo: '\u00e9' }] }), 'latin1'),
    ).toContain('not in the encoding');
    expect(problem(`<a>${' '.repeat(5 * 1024 * 1024)}</a>`)).toContain('larger than');
  });
});
