/** For the other rooms: notices that operators write. Their lists are shown as they are read: a page has no more meaning. */

export { findNotices, findNoticesInForce, findReaders, type WrittenNotice } from './store-notices.ts'
export { editNotice, withdrawNotice, writeNotice } from './written-notices.ts'
