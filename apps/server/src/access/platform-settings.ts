/** For the other rooms: settings of the whole platform, and whether maintenance is on. */

export {
  forgetMaintenance,
  isMaintenanceOn,
  MAINTENANCE_KEY,
  noticeMsOf,
  platformWindowAt,
} from './platform-settings/maintenance.ts'
export { windowAt } from './platform-settings/maintenance-window.ts'
export {
  lockSetting,
  putSetting,
  readSetting,
  readSettingRow,
  saveSetting,
} from './platform-settings/store-settings.ts'
export {
  forgetSystemSettings,
  recentSystemSettings,
  SYSTEM_KEY,
  type SystemSettings,
  systemSettings,
  systemSettingsOf,
} from './platform-settings/system-settings.ts'
