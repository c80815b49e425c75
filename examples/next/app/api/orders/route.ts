import { latchkey } from "@/latchkey"

export const GET = latchkey.route((_request, session) => Response.json({ ordersOf: session.email }))
export const POST = latchkey.route((_request, { userId }) => Response.json({ userId }, { status: 201 }))
