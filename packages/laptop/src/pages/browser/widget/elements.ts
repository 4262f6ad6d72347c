/** The elements of the widget's page, and its texts in the customer's language. */
export const form = findElementOfType(HTMLFormElement, 'form');

/** Finds the first element. @throws Error when the page has none */
export function findElement(selector: string): HTMLElement {
  return findElementOfType(HTMLElement, selector);
}

/** Finds the first element, which is of the given class. @throws Error when the page has none */
export function findElementOfType<T extends HTMLElement>(type: new () => T, selector: string): T {
  const element = document.querySelector(selector);
  if (!(element instanceof type)) throw new Error(`the page has no ${selector}`);
  return element;
}

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
