// expect: no-call-path
export const address = (base: string): string => `${base}/api/agent/RealTimeReport/common?isclick=true`
