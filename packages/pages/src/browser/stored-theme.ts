/** Returns the theme that the customer chose in the app; null without a choice. */
export function readStoredTheme(): string | null {
  try {
    return localStorage.getItem('ui.theme');
  } catch {
    // Storage is disabled: the page follows the system.
    return null;
  }
}
