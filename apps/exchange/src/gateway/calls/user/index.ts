import { emptyListCall } from '../empty-list-call.ts';
import type { Chapter } from '../../chapter.ts';
import { getUserInfo } from './get-user-info.ts';
import { setUserInfo } from './set-user-info.ts';
import { getUserActivity } from './get-user-activity.ts';
import { getUserSessions } from './get-user-sessions.ts';
import { endUserSession } from './end-user-session.ts';
import { endOtherUserSessions } from './end-other-user-sessions.ts';
import { changePassword } from './change-password.ts';
import { getUserDevices } from './get-user-devices.ts';
import { setUserConfig } from './set-user-config.ts';
import { getUserConfig } from './get-user-config.ts';
import { unmaskUserConfig } from './unmask-user-config.ts';
import { getUnredactedUserConfigByKey } from './get-unredacted-user-config-by-key.ts';

export const userChapter: Chapter = {
  id: 'user',
  title: 'The customer',
  about: 'The person behind the account: sessions, devices, activity and settings.',
  calls: [
    getUserInfo,
    setUserInfo,
    getUserActivity,
    getUserSessions,
    endUserSession,
    endOtherUserSessions,
    changePassword,
    getUserDevices,
    setUserConfig,
    getUserConfig,
    unmaskUserConfig,
    getUnredactedUserConfigByKey,
    emptyListCall('GetUserReportTickets', 'Scheduled reports'),
    emptyListCall('GetUserReportTicketsByStatus', 'Scheduled reports'),
  ],
};
