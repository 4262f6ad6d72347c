/** The cards of the verification page (product spec, section 6). Texts are keys of our locale files. */
import type { AccountType } from '../../api/records/account.ts';
import type en from './locales/en.json';

type Texts = typeof en;
export type DocumentKey = `verification.documents.${keyof Texts['documents']}`;
type LevelName = 'level0' | 'level1' | 'level2' | 'level3' | 'level4';
export type BenefitKey = {
  [Level in LevelName]: `verification.${Level}.benefits.${Extract<keyof Texts[Level]['benefits'], string>}`;
}[LevelName];
export type RequirementKey =
  | DocumentKey
  | `verification.level0.requirements.${keyof Texts['level0']['requirements']}`
  | `verification.level1.requirements.${keyof Texts['level1']['requirements']}`;

export type LevelCard = {
  readonly level: number;
  readonly label: `verification.level${0 | 1 | 2 | 3 | 4}.label`;
  readonly userTypes: readonly AccountType[];
  readonly benefits: readonly BenefitKey[];
  readonly requirements: Readonly<Record<AccountType, readonly RequirementKey[]>>;
  /** An external form that collects the documents; null where the check happens here or nowhere yet. */
  readonly formLink: string | null;
};

const both: readonly AccountType[] = ['Natural person', 'Legal entity'];
const companies: readonly AccountType[] = ['Legal entity'];

const personDocuments: readonly DocumentKey[] = [
  'verification.documents.levelOne',
  'verification.documents.id',
  'verification.documents.residence',
  'verification.documents.bank',
  'verification.documents.funds',
];

const companyDocuments: readonly DocumentKey[] = [
  ...personDocuments,
  'verification.documents.existence',
  'verification.documents.tax',
  'verification.documents.owners',
  'verification.documents.statements',
  'verification.documents.invoices',
  'verification.documents.taxReturn',
  'verification.documents.financials',
];

const documents = { 'Natural person': personDocuments, 'Legal entity': companyDocuments };

/** In order of the level's number. */
export const levelCards: readonly LevelCard[] = [
  {
    level: 0,
    label: 'verification.level0.label',
    userTypes: both,
    benefits: ['verification.level0.benefits.look', 'verification.level0.benefits.noMoney'],
    requirements: {
      'Natural person': ['verification.level0.requirements.email'],
      'Legal entity': ['verification.level0.requirements.email'],
    },
    formLink: null,
  },
  {
    level: 1,
    label: 'verification.level1.label',
    userTypes: both,
    benefits: [
      'verification.level1.benefits.deposits',
      'verification.level1.benefits.daily',
      'verification.level1.benefits.monthly',
    ],
    requirements: {
      'Natural person': [
        'verification.level1.requirements.identity',
        'verification.level1.requirements.selfie',
      ],
      'Legal entity': ['verification.level1.requirements.company', 'verification.level1.requirements.selfie'],
    },
    formLink: null,
  },
  {
    level: 2,
    label: 'verification.level2.label',
    userTypes: both,
    benefits: [
      'verification.level2.benefits.deposits',
      'verification.level2.benefits.daily',
      'verification.level2.benefits.monthly',
    ],
    requirements: documents,
    formLink: null,
  },
  {
    level: 3,
    label: 'verification.level3.label',
    userTypes: companies,
    benefits: [
      'verification.level3.benefits.deposits',
      'verification.level3.benefits.daily',
      'verification.level3.benefits.monthly',
    ],
    requirements: documents,
    formLink: null,
  },
  {
    level: 4,
    label: 'verification.level4.label',
    userTypes: companies,
    benefits: ['verification.level4.benefits.deposits', 'verification.level4.benefits.unlimited'],
    requirements: documents,
    formLink: null,
  },
];
