/** Shows one step of the form, or the state of the application. */
import { detailNames } from './details.ts';
import { findElement, findElementOfType } from '@salar/pages/browser/find-element';
import { findElements, form, getControl, getPageData } from './elements.ts';
import { notifyParent, notifyResize } from './parent-frame.ts';
import { stopCamera } from './pictures.ts';
import { showProblem } from './problem.ts';

const steps = ['details', 'document', 'selfie', 'review'] as const;
export type Step = (typeof steps)[number];

const reviewStep = steps.indexOf('review');
let step = 0;
let shownStatus = '';
let isBusy = false;

export function getStepIndex(): number {
  return step;
}

export function getStep(): Step {
  return steps[step] ?? 'details';
}

export function getShownStatus(): string {
  return shownStatus;
}

export function getIsBusy(): boolean {
  return isBusy;
}

export function setBusy(isBusyNow: boolean): void {
  isBusy = isBusyNow;
  for (const control of findElements('[data-next],[data-back],[data-camera],input[type=file]'))
    control.toggleAttribute('disabled', isBusyNow);
  if (isBusyNow) return;
  findElement('.sending').hidden = true;
  // A button that was disabled while it had the focus has lost it.
  if (document.hasFocus() && document.activeElement === document.body) findElement('[data-next]').focus();
}

/** @param part  the share that has been sent, 0 to 1 */
export function showProgress(part: number): void {
  findElement('.sending').hidden = false;
  findElementOfType(HTMLProgressElement, 'progress').value = Math.round(part * 100);
  notifyResize();
}

export function showStep(next: number): void {
  stopCamera();
  step = next;
  showProblem('');
  for (const view of findElements('[data-view]')) view.hidden = true;
  form.hidden = false;
  for (const section of findElements('[data-step]')) section.hidden = section.dataset['step'] !== steps[step];
  for (const [index, line] of findElements('.steps li').entries())
    line.toggleAttribute('data-done', index <= step);
  findElement('[data-progress]').textContent = getPageData('stepOf').replace('{step}', String(step + 1));
  findElement('[data-back]').hidden = step === 0;
  const button = findElement('[data-next]');
  button.textContent = button.dataset[step === reviewStep ? 'submitText' : 'nextText'] ?? '';
  if (step === reviewStep) summarise();
  if (next > 0) focusHeading();
  notifyParent('onStepInitiated', { idDocSetType: steps[step] });
  notifyResize();
}

/** Moves the focus to the heading of the shown step. */
function focusHeading(): void {
  findElement(`[data-step="${getStep()}"] h1`).focus();
}

/** Shows the state of the application. `draft` shows the first step. */
export function showStatus(status: string, comment: string | null = null): void {
  if (status === shownStatus) return;
  shownStatus = status;
  stopCamera();
  if (status === 'draft') {
    showStep(0);
    return;
  }
  form.hidden = true;
  for (const view of findElements('[data-view]')) {
    view.hidden = view.dataset['view'] !== status;
    const note = view.querySelector('[data-comment]');
    if (note === null) continue;
    if (view.hidden) note.textContent = '';
    else if (comment !== null && comment !== '') note.textContent = comment;
  }
  document.querySelector<HTMLElement>(`[data-view="${status}"] h1`)?.focus();
  notifyResize();
}

/** Starts the form again after a refused application. */
export function restartForm(): void {
  shownStatus = 'draft';
  showStep(0);
  focusHeading();
}

function summarise(): void {
  const rows = detailNames.flatMap((name) => {
    const control: HTMLInputElement | HTMLSelectElement = getControl(name);
    const term = document.createElement('dt');
    term.textContent = control.closest('label')?.firstChild?.textContent ?? '';
    const value = document.createElement('dd');
    value.textContent =
      control instanceof HTMLSelectElement ? (control.selectedOptions[0]?.textContent ?? '') : control.value;
    return [term, value];
  });
  findElement('[data-step="review"] dl').replaceChildren(...rows);
  for (const image of document.querySelectorAll<HTMLImageElement>('[data-summary]'))
    image.src = findElementOfType(HTMLImageElement, `[data-preview="${image.dataset['summary'] ?? ''}"]`).src;
}
