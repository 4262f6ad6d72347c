import { onTestFinished, vi } from 'vitest';

/** Captures the file that a page downloads, until the test is over. */
export function catchSavedFile() {
  const kept = { blob: new Blob(), name: '' };
  URL.createObjectURL = (saved) => {
    if (saved instanceof Blob) kept.blob = saved;
    return 'blob:saved';
  };
  URL.revokeObjectURL = () => undefined;
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click');
  click.mockImplementation(function keep(this: HTMLAnchorElement) {
    kept.name = this.download;
  });
  onTestFinished(() => click.mockRestore());
  return {
    name: () => kept.name,
    type: () => kept.blob.type,
    /** The text including its byte order mark, if it has one. */
    text: async () => new TextDecoder('utf-8', { ignoreBOM: true }).decode(await kept.blob.arrayBuffer()),
  };
}
