export { SettingsLayout, SettingsStart } from './settings-layout.tsx';
