/** The messages of the identity widget to its page. They are only hints: the server decides. */
export type WidgetMessage =
  'ready' | 'changed' | 'submitted' | 'reviewed' | 'sentBack' | 'expired' | 'failed';

const messages: Readonly<Record<string, WidgetMessage>> = {
  'idCheck.onReady': 'ready',
  'idCheck.onInitialized': 'ready',
  'idCheck.onApplicantLoaded': 'ready',
  // Sent only by the local reviewer's widget.
  'idCheck.onContentChanged': 'changed',
  'idCheck.onApplicantSubmitted': 'submitted',
  'idCheck.onApplicantResubmitted': 'submitted',
  'idCheck.onApplicantStatusChanged': 'reviewed',
  'idCheck.onApplicantVerificationCompleted': 'reviewed',
  'idCheck.onApplicantLevelChanged': 'reviewed',
};

/**
 * Parses a message of the widget's frame.
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

/** Whether the result of a review is a refusal. */
export function isRefusal(result: unknown): boolean {
  return (
    typeof result === 'object' && result !== null && 'reviewAnswer' in result && result.reviewAnswer === 'RED'
  );
}
