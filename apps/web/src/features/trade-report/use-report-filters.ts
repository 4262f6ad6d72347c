import { useState } from 'react';
import { areDatesReversed, noFilters, readFilters, saveFilters, swapDates } from './report-filters.ts';
import type { ReportFilters } from './report-filters.ts';

/** The filters, saved in this browser, and the page that is shown: any change goes back to the first page. */
export function useReportFilters() {
  const [filters, setFilters] = useState(() => readFilters(localStorage));
  const [page, setPage] = useState(0);
  const [wereDatesSwapped, setWereDatesSwapped] = useState(false);

  function change(next: ReportFilters) {
    setFilters(next);
    saveFilters(localStorage, next);
    setPage(0);
    setWereDatesSwapped(false);
  }

  return {
    filters,
    change,
    clear: () => change(noFilters),
    page,
    setPage,
    wereDatesSwapped,
    /** Swaps a start after the end. Not called while a date is being typed, because half a date is another one. */
    settleDates: () => {
      if (!areDatesReversed(filters)) return;
      change(swapDates(filters));
      setWereDatesSwapped(true);
    },
  };
}
