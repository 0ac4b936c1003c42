/** For the other rooms: settings of the whole platform, and whether maintenance is on. */

export { AS_IT_IS, changeSetting } from './platform-settings/change-setting.ts'
export { addDayStart, followDayStarts, loadDayStarts } from './platform-settings/day-starts.ts'
export {
  changeMaintenance,
  isMaintenanceOn,
  MAINTENANCE_KEY,
  noticeMsOf,
  platformWindowAt,
} from './platform-settings/maintenance.ts'
export { windowAt } from './platform-settings/maintenance-window.ts'
export { businessDaySql, lastChangeOfDayStart, readDayStarts } from './platform-settings/store-day-starts.ts'
export { putSetting, readSetting, readSettingRow } from './platform-settings/store-settings.ts'
export {
  changeSystemSettings,
  followSystemSettings,
  LEAST_ORDER_DAYS,
  PLATFORM_CHANGED,
  platformName,
  recentSystemSettings,
  SYSTEM_KEY,
  type SystemSettings,
  systemSettings,
  systemSettingsOf,
} from './platform-settings/system-settings.ts'
