/** After a form was refused, focus goes to its first field that says what is wrong, once that is drawn. */
export function focusFirstProblem(form: HTMLFormElement): void {
  requestAnimationFrame(() => {
    const frame = form.querySelector<HTMLElement>('.field-frame[data-invalid]');
    const control = frame?.matches('button') ? frame : frame?.querySelector<HTMLElement>('input, textarea');
    control?.focus();
  });
}
