/** The error below the form. */
import { findElement } from '@salar/pages/browser/find-element';
import { notifyResize } from './parent-frame.ts';

/** Shows an error of the whole form; an empty text removes it. */
export function showProblem(text: string): void {
  const error = findElement('form > .error');
  error.hidden = text === '';
  error.textContent = text;
  notifyResize();
}
