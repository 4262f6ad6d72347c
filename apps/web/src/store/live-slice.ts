/** The state of the live connection: pages rely on it while it is open, and poll otherwise. */
import { createSlice } from '@reduxjs/toolkit';
import type { PayloadAction } from '@reduxjs/toolkit';
import { useSelector } from 'react-redux';

type LiveState = {
  /** The connection is open, so its data is current. */
  readonly isOpen: boolean;
  /** When it was last lost, in milliseconds since 1970; null before the first loss. */
  readonly lostAt: number | null;
  /** It delivers every change of the customer's account. */
  readonly isAccountFollowed: boolean;
  /** It is wanted, but has been away for longer than a moment. */
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

/** Returns the polling interval for prices; 0 while the live connection delivers them. */
export function usePricePollMs(pollMs: number): number {
  return useSelector(selectIsLiveOpen) ? 0 : pollMs;
}

/** Returns the polling interval for account data; 0 while the live connection delivers its changes. */
export function useAccountPollMs(pollMs: number): number {
  return useSelector(selectIsAccountFollowed) ? 0 : pollMs;
}
