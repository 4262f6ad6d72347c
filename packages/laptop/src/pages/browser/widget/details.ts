/** The customer's details: their checks, and their form as a request. */
import { getControl, getPageData, showControlProblem } from './elements.ts';
import { notifyResize } from './parent-frame.ts';

export const detailNames = ['firstName', 'lastName', 'birthDate', 'country', 'documentNumber'] as const;
export type DetailName = (typeof detailNames)[number];

const adultYears = 18;

/** Returns what is wrong with a value; an empty text when nothing is. */
function findDetailProblem(name: DetailName): string {
  const { validity, value } = getControl(name);
  if (validity.badInput) return getPageData('date');
  if (value.trim() === '') return getPageData('missing');
  if (name !== 'birthDate') return '';
  if (validity.rangeUnderflow) return getPageData('date');
  const adult = new Date();
  adult.setUTCFullYear(adult.getUTCFullYear() - adultYears);
  return new Date(value) > adult ? getPageData('adult') : '';
}

/** Shows what is wrong, and moves the focus to the first such value. @returns true when nothing is */
export function checkDetails(): boolean {
  const wrong = detailNames.filter((name) => {
    const text = findDetailProblem(name);
    showControlProblem(name, text);
    return text !== '';
  });
  notifyResize();
  const [first] = wrong;
  if (first !== undefined) getControl(first).focus();
  return first === undefined;
}

/** Removes the error of a value once it is right. */
export function clearDetailProblem(name: DetailName): void {
  if (!getControl(name).hasAttribute('aria-invalid') || findDetailProblem(name) !== '') return;
  showControlProblem(name, '');
  notifyResize();
}

/** Builds the body of the request that submits the application. */
export function serialiseDetails(): string {
  return JSON.stringify(Object.fromEntries(detailNames.map((name) => [name, getControl(name).value.trim()])));
}
