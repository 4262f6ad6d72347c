import { expect, test } from 'vitest';
import { tidyValue } from './tidied-value.ts';

test.each([
  ['a CPF gets its punctuation', 'BrlPix', 'TaxIdNumber', '52998224725', '529.982.247-25'],
  ['a CNPJ gets its punctuation', 'BrlPix', 'TaxIdNumber', '11222333000181', '11.222.333/0001-81'],
  ['an e-mail key is stored in lower case', 'BrlPix', 'PixKey', ' Ana@Example.COM ', 'ana@example.com'],
  ['an invalid number stays as it was written', 'BrlPix', 'TaxIdNumber', '529.982.247-26', '529.982.247-26'],
  ['a value of an unknown template is not changed', 'Standard', 'TaxIdNumber', '52998224725', '52998224725'],
])('%s', (_name, templateType, field, written, tidied) => {
  expect(tidyValue(templateType, field, { [field]: written })).toBe(tidied);
});
