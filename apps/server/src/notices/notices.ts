/** For the other rooms: notices that operators write. */

export {
  addNotice,
  deleteNotice,
  findNotices,
  findReaders,
  lockNotice,
  saveNotice,
  type WrittenNotice,
} from './store-notices.ts'
