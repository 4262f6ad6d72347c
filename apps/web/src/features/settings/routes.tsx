export { ProfilePage } from './profile-page.tsx';
export { SettingsLayout, SettingsStart } from './settings-layout.tsx';
