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
