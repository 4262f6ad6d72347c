/** Moves the focus to the first invalid field of a refused form, once the errors are rendered. */
export function focusFirstProblem(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    const frame = form.querySelector<HTMLElement>('.field-frame[data-invalid]');
    const control = frame?.matches('button') ? frame : frame?.querySelector<HTMLElement>('input, textarea');
    control?.focus();
  });
}
