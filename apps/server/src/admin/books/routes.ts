import { channelBotSet, channelMailSet, channelQuery, channelTrial } from '@strata/contract/endpoints/code-channels'
import { bookCreate, bookQuery, bookTrial, bookUpdate } from '@strata/contract/endpoints/outside-books'
import type { FastifyInstance } from 'fastify'
import { serveSession } from '../../access/session.ts'
import { type BooksContext, changeBook, createBook, queryBooks, tryBook } from './books.ts'
import { type ChannelsContext, queryChannels, setBot, setMail, tryChannel } from './channels.ts'

/** Outside books: who they are, whether they answer, and who uses them. */
export function bookAdminRoutes(app: FastifyInstance, context: BooksContext): void {
  serveSession(app, context, bookQuery, () => queryBooks(context))
  serveSession(app, context, bookCreate, (input, { caller }) => createBook(context, caller, input))
  serveSession(app, context, bookUpdate, (input, { caller }) => changeBook(context, caller, input))
  serveSession(app, context, bookTrial, (input, { caller }) => tryBook(context, caller, input))
}

/** The channels that send reset codes. */
export function channelAdminRoutes(app: FastifyInstance, context: ChannelsContext): void {
  serveSession(app, context, channelQuery, () => queryChannels(context))
  serveSession(app, context, channelBotSet, (input, { caller }) => setBot(context, caller, input))
  serveSession(app, context, channelMailSet, (input, { caller }) => setMail(context, caller, input))
  serveSession(app, context, channelTrial, (input, { caller }) => tryChannel(context, caller, input))
}
