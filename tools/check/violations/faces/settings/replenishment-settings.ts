// expect: write
export { switchOff } from './store-replenishment-settings.ts'
