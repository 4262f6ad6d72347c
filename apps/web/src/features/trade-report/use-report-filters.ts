import { useState } from 'react';
import { areDatesReversed, noFilters, readFilters, saveFilters, swapDates } from './report-filters.ts';
import type { ReportFilters } from './report-filters.ts';

/** The filters, kept in this browser, and the page they are looked at on: any change goes back to the first. */
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
    /** Puts a start after the end where it belongs. Not while a date is being typed: half a date is another one. */
    settleDates: () => {
      if (!areDatesReversed(filters)) return;
      change(swapDates(filters));
      setWereDatesSwapped(true);
    },
  };
}
