import { rememberFocus } from './remember-focus.ts';

/** Moves the focus to the first invalid field of a refused form, once the errors are rendered, unless the customer is in another field by then. */
export function focusFirstProblem(form: HTMLFormElement): void {
  const hasMovedOn = rememberFocus();
  requestAnimationFrame(() => {
    if (hasMovedOn()) return;
    const frame = form.querySelector<HTMLElement>('.field-frame[data-invalid]');
    const control = frame?.matches('button') ? frame : frame?.querySelector<HTMLElement>('input, textarea');
    control?.focus();
  });
}
