/** The progress of the widget in the dialog. From `changed` until `submitted`, closing it loses what was entered. */
export type WidgetPhase = 'loading' | 'open' | 'changed' | 'submitted' | 'failed';

/** The callbacks by which a widget reports to its dialog. Its reports are only hints: the server decides. */
export type WidgetReports = {
  readonly onPhase: (phase: WidgetPhase) => void;
  /** Documents were sent or reviewed: the account should be loaded again. */
  readonly onProgress: () => void;
  /** Returns a new token; rejects when none is available. */
  readonly renew: () => Promise<string>;
};
