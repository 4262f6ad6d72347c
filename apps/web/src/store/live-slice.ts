/** What the pages know of the live connection: whether to trust it, or to ask from time to time. */
import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';

type LiveState = {
  /** The connection stands: what it tells is as new as can be. */
  readonly isOpen: boolean;
  /** When it was last lost, in milliseconds since 1970; null before the first time. */
  readonly lostAt: number | null;
  /** It tells every change of the customer's account. */
  readonly isAccountFollowed: boolean;
  /** It is wanted and has been away for longer than a moment. */
  readonly isAway: boolean;
};

const initialState: LiveState = { isOpen: false, lostAt: null, isAccountFollowed: false, isAway: false };

const slice = createSlice({
  name: 'live',
  initialState,
  reducers: {
    liveOpened: (state) => ({ ...state, isOpen: true, isAway: false }),
    liveLost: (state, { payload }: PayloadAction<number>) => ({
      isOpen: false,
      lostAt: state.isOpen ? payload : state.lostAt,
      isAccountFollowed: false,
      isAway: false,
    }),
    liveAway: (state) => ({ ...state, isAway: true }),
    accountFollowed: (state, { payload }: PayloadAction<boolean>) => ({
      ...state,
      isAccountFollowed: payload,
    }),
  },
});

export const liveReducer = slice.reducer;
export const { liveOpened, liveLost, liveAway, accountFollowed } = slice.actions;

type WithLive = { readonly live: LiveState };
export const selectIsLiveOpen = ({ live }: WithLive) => live.isOpen;
export const selectLiveLostAt = ({ live }: WithLive) => live.lostAt;
export const selectIsLiveAway = ({ live }: WithLive) => live.isAway;
const selectIsAccountFollowed = ({ live }: WithLive) => live.isAccountFollowed;

/** How often to ask for prices: not at all while they are told. */
export function usePricePollMs(pollMs: number): number {
  return useSelector(selectIsLiveOpen) ? 0 : pollMs;
}

/** How often to ask for what belongs to the account: not at all while its changes are told. */
export function useAccountPollMs(pollMs: number): number {
  return useSelector(selectIsAccountFollowed) ? 0 : pollMs;
}
