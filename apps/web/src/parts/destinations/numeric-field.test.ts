import { expect, test } from 'vitest';
import { isNumericField } from './numeric-field.ts';

test.each([
  ['CopBankTransfer', 'Number', {}, true],
  ['CopBankTransfer', 'DocumentNumber', { DocumentType: 'CC' }, true],
  ['CopBreB', 'DocumentNumber', { DocumentType: 'NIT' }, true],
  ['CopBankTransfer', 'DocumentNumber', { DocumentType: 'PA' }, false],
  ['CopBankTransfer', 'DocumentNumber', { DocumentType: 'CE' }, false],
  ['CopBankTransfer', 'DocumentNumber', {}, false],
  ['CopBreB', 'Number', {}, false],
  ['BrlPix', 'PixKey', {}, false],
  ['BrlTed', 'Number', {}, false],
  ['BrlTed', 'TaxIdNumber', {}, false],
])('%s %s %o has the number pad: %s', (templateType, name, values, expected) => {
  expect(isNumericField(templateType, name, values)).toBe(expected);
});
