export { ProfilePage } from './profile-page.tsx';
export { SecurityPage } from './security-page.tsx';
export { SettingsLayout, SettingsStart } from './settings-layout.tsx';
