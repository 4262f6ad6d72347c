/** What the identity widget tells the page around it. All of it is a hint: the server decides. */
export type WidgetMessage =
  'ready' | 'changed' | 'submitted' | 'reviewed' | 'sentBack' | 'expired' | 'failed';

const messages: Readonly<Record<string, WidgetMessage>> = {
  'idCheck.onReady': 'ready',
  'idCheck.onInitialized': 'ready',
  'idCheck.onApplicantLoaded': 'ready',
  // Only the local reviewer's widget says so.
  'idCheck.onContentChanged': 'changed',
  'idCheck.onApplicantSubmitted': 'submitted',
  'idCheck.onApplicantResubmitted': 'submitted',
  'idCheck.onApplicantStatusChanged': 'reviewed',
  'idCheck.onApplicantVerificationCompleted': 'reviewed',
  'idCheck.onApplicantLevelChanged': 'reviewed',
};

/**
 * Reads a message of the widget's frame.
 *
 * @returns null for anything that is not one of its messages
 */
export function readWidgetMessage(data: unknown): WidgetMessage | null {
  if (typeof data !== 'object' || data === null || !('method' in data)) return null;
  const { method } = data;
  if (method === 'idCheck.onApplicantStatusChanged' && 'reviewResult' in data && isRefusal(data.reviewResult))
    return 'sentBack';
  if (method === 'idCheck.onError')
    return 'code' in data && data.code === 'invalid-token' ? 'expired' : 'failed';
  return typeof method === 'string' ? (messages[method] ?? null) : null;
}

/** True for the result of a review that did not approve. */
export function isRefusal(result: unknown): boolean {
  return (
    typeof result === 'object' && result !== null && 'reviewAnswer' in result && result.reviewAnswer === 'RED'
  );
}
