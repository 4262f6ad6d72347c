import { Button, ExportIcon } from '@salar/ui';
import { useTranslation } from '../../i18n/use-translation.ts';
import { saveTextFile } from '../../lib/save-text-file.ts';
import { toReportCsv, buildReportFileName } from './report-csv.ts';
import type { ReportRow } from './report-rows.ts';

/** Exports every row that passes the filters, of all pages. Undefined rows are still loading. */
export function ExportButton({ rows = [] }: { readonly rows: readonly ReportRow[] | undefined }) {
  const { t } = useTranslation();

  function save() {
    const text = toReportCsv(rows);
    saveTextFile(text, { name: buildReportFileName(new Date()), type: 'text/csv;charset=utf-8' });
  }

  return (
    <Button
      variant="quiet"
      size="sm"
      icon={<ExportIcon size={16} />}
      isDisabled={rows.length === 0}
      onPress={save}
    >
      {t('trade-report.export')}
    </Button>
  );
}
