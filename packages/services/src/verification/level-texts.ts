/** Texts of the cards of the verification page and of the request forms, in each language. Their only source. */
import type { AccountKind, DocumentKind } from '@salar/protocol/level-requests';
import type { Language } from '../notifications/languages.ts';

export type LevelTexts = {
  readonly label: (level: number) => string;
  readonly kinds: Readonly<Record<AccountKind, string>>;
  readonly verified: string;
  readonly notStarted: string;
  readonly underReview: string;
  readonly start: string;
  /** Opens an external form: for level 2, and for the upgrades of companies. */
  readonly openForm: string;
  readonly upgrade: string;
  readonly request: string;
  readonly look: string;
  readonly noMoney: string;
  readonly deposits: string;
  /** For level 1, where customers learn that one limit counts both kinds of withdrawals. */
  readonly firstDaily: (amount: string) => string;
  readonly firstMonthly: (amount: string) => string;
  readonly daily: (amount: string) => string;
  readonly monthly: (amount: string) => string;
  readonly unlimited: string;
  readonly email: string;
  readonly identity: string;
  readonly representative: string;
  readonly selfie: string;
  readonly levelOne: string;
  readonly funds: string;
  readonly documents: Readonly<Record<DocumentKind, string>>;
};

const english: LevelTexts = {
  label: (level) => `Level ${level}`,
  kinds: { 'Natural person': 'Natural person', 'Legal entity': 'Legal entity' },
  verified: 'Verified',
  notStarted: 'Not Started',
  underReview: 'Under Review',
  start: 'Start verification',
  openForm: 'Open the form',
  upgrade: 'Upgrade',
  request: 'Send documents',
  look: 'Look around and follow prices',
  noMoney: 'No deposits or withdrawals',
  deposits: 'Unlimited crypto deposits',
  firstDaily: (amount) => `Withdrawals, in crypto or to a bank, up to ${amount} a day`,
  firstMonthly: (amount) => `Withdrawals, in crypto or to a bank, up to ${amount} a month`,
  daily: (amount) => `Withdrawals up to ${amount} a day`,
  monthly: (amount) => `Withdrawals up to ${amount} a month`,
  unlimited: 'Unlimited within the company liquidity quota',
  email: 'A verified e-mail address',
  identity: 'Identity document',
  representative: 'Identity document of the legal representative',
  selfie: 'A photo of your face',
  levelOne: 'Level 1 approval',
  funds: 'Source-of-funds form',
  documents: {
    identity: 'ID',
    residence: 'Proof of residence',
    bank_certificate: 'Bank certificate',
    existence_certificate: 'Existence certificate, within 30 days',
    tax_registry: 'Tax registry, within 90 days',
    beneficial_owners: 'Beneficial owner register, within 90 days',
    bank_statements: 'Bank statements of the last 3 months',
    invoices: 'Last 3 invoices',
    tax_return: "Last year's tax return",
    financial_statements: "Last year's financial statements",
  },
};

const spanish: LevelTexts = {
  label: (level) => `Nivel ${level}`,
  kinds: { 'Natural person': 'Persona natural', 'Legal entity': 'Persona jurídica' },
  verified: 'Verificado',
  notStarted: 'Sin iniciar',
  underReview: 'En revisión',
  start: 'Iniciar verificación',
  openForm: 'Abrir el formulario',
  upgrade: 'Subir de nivel',
  request: 'Enviar documentos',
  look: 'Explorar y seguir los precios',
  noMoney: 'Sin depósitos ni retiros',
  deposits: 'Depósitos de cripto sin límite',
  firstDaily: (amount) => `Retiros, en cripto o a un banco, de hasta ${amount} por día`,
  firstMonthly: (amount) => `Retiros, en cripto o a un banco, de hasta ${amount} por mes`,
  daily: (amount) => `Retiros de hasta ${amount} por día`,
  monthly: (amount) => `Retiros de hasta ${amount} por mes`,
  unlimited: 'Sin límite dentro del cupo de liquidez de la empresa',
  email: 'Un correo verificado',
  identity: 'Documento de identidad',
  representative: 'Documento de identidad del representante legal',
  selfie: 'Una foto de tu rostro',
  levelOne: 'Nivel 1 aprobado',
  funds: 'Formulario de origen de fondos',
  documents: {
    identity: 'Documento de identidad',
    residence: 'Comprobante de domicilio',
    bank_certificate: 'Certificado bancario',
    existence_certificate: 'Certificado de existencia y representación legal, no mayor a 30 días',
    tax_registry: 'RUT, no mayor a 90 días',
    beneficial_owners: 'RUB (beneficiarios finales), no mayor a 90 días',
    bank_statements: 'Extractos bancarios de los últimos 3 meses',
    invoices: 'Últimas 3 facturas',
    tax_return: 'Declaración de renta del último año',
    financial_statements: 'Estados financieros del último año',
  },
};

const portuguese: LevelTexts = {
  label: (level) => `Nível ${level}`,
  kinds: { 'Natural person': 'Pessoa física', 'Legal entity': 'Pessoa jurídica' },
  verified: 'Verificado',
  notStarted: 'Não iniciado',
  underReview: 'Em análise',
  start: 'Iniciar verificação',
  openForm: 'Abrir o formulário',
  upgrade: 'Subir de nível',
  request: 'Enviar documentos',
  look: 'Explorar e acompanhar preços',
  noMoney: 'Sem depósitos nem saques',
  deposits: 'Depósitos de cripto ilimitados',
  firstDaily: (amount) => `Saques, em cripto ou para um banco, de até ${amount} por dia`,
  firstMonthly: (amount) => `Saques, em cripto ou para um banco, de até ${amount} por mês`,
  daily: (amount) => `Saques de até ${amount} por dia`,
  monthly: (amount) => `Saques de até ${amount} por mês`,
  unlimited: 'Ilimitado dentro da cota de liquidez da empresa',
  email: 'Um e-mail verificado',
  identity: 'Documento de identidade',
  representative: 'Documento de identidade do representante legal',
  selfie: 'Uma foto do seu rosto',
  levelOne: 'Nível 1 aprovado',
  funds: 'Formulário de origem dos recursos',
  documents: {
    identity: 'Documento de identidade',
    residence: 'Comprovante de residência',
    bank_certificate: 'Comprovante de conta bancária',
    existence_certificate: 'Contrato social ou certidão da Junta Comercial, dos últimos 30 dias',
    tax_registry: 'Cartão CNPJ, dos últimos 90 dias',
    beneficial_owners: 'Registro de beneficiários finais, dos últimos 90 dias',
    bank_statements: 'Extratos bancários dos últimos 3 meses',
    invoices: 'Últimas 3 notas fiscais',
    tax_return: 'Última declaração de imposto de renda',
    financial_statements: 'Demonstrações financeiras do último ano',
  },
};

export const levelTexts: Readonly<Record<Language, LevelTexts>> = {
  en: english,
  es: spanish,
  pt: portuguese,
};
