/** Copies for operators: plain documents are handed over, and nothing that starts something, however it is hidden. */
import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { copyDocument } from './document-copies.ts';

const pdf = (...parts: (string | Buffer)[]) =>
  Buffer.concat([
    Buffer.from('%PDF-1.7\n'),
    ...parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)),
    Buffer.from('\n%%EOF\n'),
  ]);
const stream = (dictionary: string, content: string) => [
  `4 0 obj\n<<${dictionary}>>\nstream\n`,
  deflateSync(Buffer.from(content)),
  '\nendstream\nendobj\n',
];
const packed = '/Type /ObjStm /N 1 /First 5 /Filter /FlateDecode';
const problemOf = async (content: Buffer) => {
  const copy = await copyDocument('application/pdf', content);
  return copy.ok ? null : copy.problem.replace(/;.*/, '');
};

describe('a PDF', () => {
  const plain = pdf(
    '1 0 obj\n<</Type /Catalog /Pages 2 0 R /OpenAction [3 0 R /Fit] /Lang (es)>>\nendobj\n',
    ...stream('/Length 30 /Filter /FlateDecode', 'BT /F1 12 Tf (JavaScript, Launch) Tj ET'),
    ...stream(packed, '5 0 <</Type /Page /XFAction 1 /Launched 2 /EncryptMetadata false>>'),
    ...stream('/Subtype /Image /Width 9 /Filter /FlateDecode', '/JavaScript in pixels'),
  );

  test('that only shows pages is handed over as it is', async () => {
    expect(await copyDocument('application/pdf', plain)).toEqual({ ok: true, content: plain });
  });

  test.each([
    ['<</S /JavaScript /JS (app.alert(1))>>', 'a script'],
    ['<</S/Java#53cript/JS 5 0 R>>', 'a script'],
    ['<</S/#4aavaScript/JS 5 0 R>>', 'a script'],
    ['<</S /Launch /F (cmd.exe)>>', 'a program to start'],
    ['<</S/Launch/Win<</F(cmd.exe)>>>>', 'a program to start'],
    ['<</Names <</EmbeddedFiles 7 0 R>>>>', 'a file inside'],
    ['<</S /SubmitForm /F (http://x)>>', 'a form that is sent'],
    ['<</S /GoToE>>', 'a link to a file inside'],
    ['<</AcroForm <</XFA [(a) 1 0 R]>>>>', 'a dynamic form'],
    ['trailer <</Encrypt 9 0 R>>', 'encryption, which hides the rest'],
  ])('with %s is not, also when it is packed', async (object, what) => {
    expect(await problemOf(pdf(`5 0 obj\n${object}\nendobj`))).toBe(`it contains ${what}`);
    expect(await problemOf(pdf(...stream(packed, `5 0 ${object}`)))).toBe(`it contains ${what}`);
    expect(await problemOf(pdf(...stream('/#54ype /#4fbjStm /Filter /FlateDecode', object)))).toBe(
      `it contains ${what}`,
    );
    expect(await problemOf(pdf('% stream\n', `5 0 obj ${object} endobj % endstream`))).toBe(
      `it contains ${what}`,
    );
  });

  test('with objects that are packed twice, or endlessly, is not', async () => {
    const twice = packed.replace('/FlateDecode', '[/ASCIIHexDecode /FlateDecode]');
    expect(await problemOf(pdf(...stream(twice, 'x')))).toContain('packed in an unusual way');
    expect(
      await problemOf(
        pdf(...stream(twice.replace('/First', '/#46irst').replace('/ObjStm', '/ObjSt#6d'), 'x')),
      ),
    ).toContain('packed in an unusual way');
    expect(await problemOf(pdf(...stream(packed, ' '.repeat(9 * 1024 * 1024))))).toContain(
      'more than is looked through',
    );
    const many = Array.from({ length: 5 }, () => stream(packed, ' '.repeat(7 * 1024 * 1024))).flat();
    expect(await problemOf(pdf(...many))).toContain('more than is looked through');
  });

  test('whose packed stream is cut off is read as far as it goes', async () => {
    const content = deflateSync(Buffer.from('<</S /JavaScript>>'.repeat(50)));
    const cut = content.subarray(0, content.length - 6);
    expect(await problemOf(pdf(`4 0 obj <<${packed}>> stream\n`, cut))).toBe('it contains a script');
  });
});

describe('an image', () => {
  const segment = (marker: number, content: string) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(content.length + 2);
    return Buffer.concat([Buffer.from([0xff, marker]), length, Buffer.from(content, 'latin1')]);
  };
  const scan = Buffer.concat([segment(0xda, 'scan'), Buffer.from([1, 2, 0xff, 0, 0xff, 0xd0, 3])]);
  const start = Buffer.from([0xff, 0xd8]);
  const end = Buffer.from([0xff, 0xd9]);
  const jpeg = Buffer.concat([start, segment(0xe0, 'JFIF'), segment(0xdb, 'table'), scan, scan, end]);

  const chunk = (name: string, content: string) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(content.length);
    return Buffer.concat([length, Buffer.from(name + content, 'latin1'), Buffer.alloc(4)]);
  };
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  const png = Buffer.concat([signature, chunk('IHDR', 'size'), chunk('IDAT', 'pixels'), chunk('IEND', '')]);

  const webpChunk = (name: string, content: Buffer) => {
    const head = Buffer.alloc(8, name);
    head.writeUInt32LE(content.length, 4);
    return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
  };
  const webp = (...chunks: Buffer[]) => {
    const head = Buffer.from('RIFF....WEBP');
    head.writeUInt32LE(4 + Buffer.concat(chunks).length, 4);
    return Buffer.concat([head, ...chunks]);
  };
  const pixels = webpChunk('VP8 ', Buffer.from('pixels!'));
  const header = (flags: number) => webpChunk('VP8X', Buffer.from([flags, 0, 0, 0, 1, 0, 0, 1, 0, 0]));

  test.each([
    ['image/jpeg', jpeg, jpeg],
    [
      'image/jpeg',
      Buffer.concat([
        start,
        segment(0xe1, 'Exif: Bogota'),
        segment(0xfe, '<script>'),
        jpeg.subarray(2),
        Buffer.from('PK\x03\x04<html>'),
      ]),
      jpeg,
    ],
    ['image/png', png, png],
    [
      'image/png',
      Buffer.concat([
        png.subarray(0, 24),
        chunk('tEXt', '<script>'),
        chunk('eXIf', 'Bogota'),
        png.subarray(24),
        Buffer.from('MZ'),
      ]),
      png,
    ],
    ['image/webp', webp(pixels), webp(pixels)],
    [
      'image/webp',
      Buffer.concat([
        webp(
          header(0x3c),
          pixels,
          webpChunk('EXIF', Buffer.from('Bogota')),
          webpChunk('XMP ', Buffer.from('x')),
        ),
        Buffer.from('PK'),
      ]),
      webp(header(0x10), pixels),
    ],
  ] as const)(
    '%s is handed over without metadata and without what follows it',
    async (type, content, expected) => {
      expect(await copyDocument(type, content)).toEqual({ ok: true, content: expected });
    },
  );

  test.each([
    ['image/jpeg', jpeg],
    ['image/png', png],
    ['image/webp', webp(pixels)],
  ] as const)('%s that is not complete is not handed over', async (type, content) => {
    for (let length = 12; length < content.length; length += 1)
      expect(await copyDocument(type, content.subarray(0, length))).toMatchObject({ ok: false });
  });

  test.each([
    ['image/jpeg', Buffer.concat([start, Buffer.from('<html>'), jpeg])],
    ['image/jpeg', Buffer.concat([start, end])],
    ['image/jpeg', Buffer.concat([start, Buffer.from([0xff, 0xe0, 0, 0]), end])],
    ['image/png', Buffer.concat([signature, chunk('tEXt', 'x'), png.subarray(8)])],
    ['image/png', Buffer.concat([signature, chunk('IHDR', 'size'), chunk('IEND', '')])],
    ['image/webp', webp(header(0))],
  ] as const)('%s without pixels, or with another structure, is not handed over', async (type, content) => {
    expect(await copyDocument(type, content)).toMatchObject({ ok: false });
  });
});
