/** The elements of the widget's page, and its texts in the customer's language. */
import { findElement, findElementOfType } from '@salar/pages/browser/find-element';

export const form = findElementOfType(HTMLFormElement, 'form');

export function findElements(selector: string): readonly HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(selector)];
}

/** Returns a control of the form by its name. */
export function getControl(name: string): HTMLInputElement {
  return form.elements.namedItem(name) as HTMLInputElement;
}

/** Returns a data attribute of the page's body: a text, or a detail of the application. */
export function getPageData(name: string): string {
  return document.body.dataset[name] ?? '';
}

/** Shows the error of one control; an empty text removes it. */
export function showControlProblem(name: string, text: string): void {
  const control = getControl(name);
  if (text === '') control.removeAttribute('aria-invalid');
  else control.setAttribute('aria-invalid', 'true');
  const error = findElement(`#${name}-error`);
  error.hidden = text === '';
  error.textContent = text;
}
