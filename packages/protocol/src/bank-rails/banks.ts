/** Banks of both countries that can receive payouts. Names are the banks' own and are not translated. */

/** A form contains `Code`; people read `Name`. */
export type RailOption = { readonly Code: string; readonly Name: string };

/**
 * By the four-digit code of the Colombian clearing house.
 *
 * Payouts are entered in a bank's own portal by name; the code distinguishes banks with similar names.
 */
export const colombianBanks: readonly RailOption[] = byName({
  1001: 'Banco de Bogotá',
  1002: 'Banco Popular',
  1006: 'Itaú Colombia',
  1007: 'Bancolombia',
  1009: 'Citibank Colombia',
  1012: 'Banco GNB Sudameris',
  1013: 'BBVA Colombia',
  1019: 'Scotiabank Colpatria',
  1023: 'Banco de Occidente',
  1032: 'Banco Caja Social',
  1040: 'Banco Agrario',
  1047: 'Banco Mundo Mujer',
  1051: 'Davivienda',
  1052: 'Banco AV Villas',
  1053: 'Banco W',
  1059: 'Bancamía',
  1060: 'Banco Pichincha',
  1061: 'Bancoomeva',
  1062: 'Banco Falabella',
  1063: 'Banco Finandina',
  1065: 'Banco Santander de Negocios Colombia',
  1066: 'Banco Cooperativo Coopcentral',
  1067: 'Mibanco',
  1069: 'Banco Serfinanza',
  1070: 'Lulo Bank',
  1097: 'Dale!',
  1283: 'Cooperativa Financiera de Antioquia (CFA)',
  1289: 'Cotrafa',
  1291: 'Coofinep',
  1292: 'Confiar',
  1303: 'Banco Unión',
  1370: 'Coltefinanciera',
  1507: 'Nequi',
  1551: 'Daviplata',
  1558: 'Ban100',
  1637: 'Iris',
  1801: 'Movii',
  1803: 'Powwi',
  1804: 'Ualá',
  1808: 'Bold',
  1809: 'Nu',
  1811: 'RappiPay',
});

/** By COMPE code. */
export const brazilianBanks: readonly RailOption[] = byName({
  '001': 'Banco do Brasil',
  '033': 'Santander Brasil',
  '077': 'Banco Inter',
  '104': 'Caixa Econômica Federal',
  '208': 'BTG Pactual',
  '237': 'Bradesco',
  '260': 'Nubank',
  '290': 'PagBank',
  '323': 'Mercado Pago',
  '336': 'C6 Bank',
  '341': 'Itaú Unibanco',
  '380': 'PicPay',
  '422': 'Banco Safra',
  '748': 'Sicredi',
  '756': 'Sicoob',
});

function byName(names: Readonly<Record<string, string>>): readonly RailOption[] {
  return Object.entries(names)
    .map(([Code, Name]) => ({ Code, Name }))
    .sort((left, right) => (plain(left.Name) < plain(right.Name) ? -1 : 1));
}

/** Without accents and case, so that the order is the same on every machine. */
function plain(name: string): string {
  return name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
