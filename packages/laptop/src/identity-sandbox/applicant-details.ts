/** The customer's data from the widget. */
export type ApplicantDetails = {
  readonly firstName: string;
  readonly lastName: string;
  /** `YYYY-MM-DD` */
  readonly birthDate: string;
  /** ISO 3166, two letters. */
  readonly country: string;
  readonly documentNumber: string;
};

const nameMax = 80;
const adultYears = 18;

/** Validates the widget's form; returns null when a field is missing or malformed, or the person is under age. */
export function readDetails(form: unknown, now: Date = new Date()): ApplicantDetails | null {
  if (typeof form !== 'object' || form === null) return null;
  const fields = form as Readonly<Record<string, unknown>>;
  const firstName = readText(fields['firstName'], nameMax);
  const lastName = readText(fields['lastName'], nameMax);
  const birthDate = readText(fields['birthDate'], 10);
  const country = readText(fields['country'], 2);
  const documentNumber = readText(fields['documentNumber'], 40);
  if (!firstName || !lastName || !birthDate || !country || !documentNumber) return null;
  if (!/^[A-Z]{2}$/.test(country) || !isAdult(birthDate, now)) return null;
  return { firstName, lastName, birthDate, country, documentNumber };
}

function readText(value: unknown, lengthMax: number): string | null {
  if (typeof value !== 'string') return null;
  const text = value.normalize('NFC').trim();
  return text.length >= 1 && text.length <= lengthMax && !/\p{Cc}/u.test(text) ? text : null;
}

function isAdult(birthDate: string, now: Date): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(birthDate) || Number.isNaN(Date.parse(birthDate))) return false;
  const born = new Date(birthDate);
  const adultSince = new Date(
    Date.UTC(born.getUTCFullYear() + adultYears, born.getUTCMonth(), born.getUTCDate()),
  );
  return adultSince <= now && born.getUTCFullYear() >= 1900;
}
