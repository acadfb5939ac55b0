-- How processes show that they are alive, and how one takes over the rooms of another. Continues state.lua, in the same script.
-- Both members of a room: for each the account, and the request if they are still in it.
local function sidesOf(room)
  local sides = {}
  for _, account in ipairs(redis.call('HMGET', keyOf('room', room), 'a', 'b')) do
    account = account or ''
    local known = redis.call('HMGET', keyOf('p', account), 'room', 'roomClick')
    table.insert(sides, account)
    table.insert(sides, known[1] == room and known[2] or '')
  end
  return sides
end

function calls.sides(room)
  return sidesOf(room)
end

-- The rooms that a process owns. What another process has taken over or restored meanwhile stands in the sets of both: it belongs to
-- the one that the room itself names, and is removed here from the set of the other.
local function roomsOf(node)
  local owned = {}
  for _, room in ipairs(redis.call('SMEMBERS', keyOf('rooms', node))) do
    if redis.call('HGET', keyOf('room', room), 'node') == node then
      table.insert(owned, room)
    else
      redis.call('SREM', keyOf('rooms', node), room)
    end
  end
  return owned
end

calls.ownedBy = roomsOf

-- Renews the lease of a process for this many ms. Returns the number of its heartbeat before (0 if unknown), whether the lease
-- had not expired, and the time of this server.
function calls.renewLease(node, lease, heartbeat)
  local time = serverTime()
  local before = redis.call('HGET', T .. ':heartbeats', node) or '0'
  local wasValid = isAlive(node, time)
  redis.call('ZADD', T .. ':nodes', time + tonumber(lease), node)
  redis.call('HSET', T .. ':heartbeats', node, heartbeat)
  return { before, wasValid and 1 or 0, tostring(time) }
end

-- Takes over the rooms of the processes whose lease has expired, and reserves the positions of those who waited by them for this
-- many ms; nothing for a process whose own lease has expired. Returns those processes, and for each room its id, and for each member the account and the request.
function calls.takeOver(newOwner, reservation)
  local time = serverTime()
  -- A process whose own lease has expired may not know that others have taken its rooms over, and would take over itself.
  if not isAlive(newOwner, time) then
    return { {}, {} }
  end
  local gone = redis.call('ZRANGEBYSCORE', T .. ':nodes', '-inf', time)
  local rooms = {}
  for _, node in ipairs(gone) do
    for _, account in ipairs(redis.call('SMEMBERS', keyOf('by', node))) do
      local click = redis.call('HGET', keyOf('p', account), 'click')
      dequeue(account)
      reserve(account, click, time + tonumber(reservation))
    end
    for _, room in ipairs(roomsOf(node)) do
      local sides = sidesOf(room)
      table.insert(rooms, room)
      for i = 1, 4 do
        table.insert(rooms, sides[i])
      end
      for i = 1, 3, 2 do
        if sides[i + 1] ~= '' then
          redis.call('HSET', keyOf('p', sides[i]), 'roomNode', newOwner)
        end
      end
      redis.call('HSET', keyOf('room', room), 'node', newOwner)
      redis.call('SADD', keyOf('rooms', newOwner), room)
    end
    redis.call('DEL', keyOf('rooms', node), keyOf('by', node))
    redis.call('ZREM', T .. ':nodes', node)
    redis.call('HDEL', T .. ':heartbeats', node)
  end
  return { gone, rooms }
end

-- Records again that these two are in a room of this process, unless another room is known for them. Returns 0, and changes nothing, if
-- another process with a valid lease owns the room.
function calls.restore(room, node, first, firstClick, second, secondClick)
  local owner = redis.call('HGET', keyOf('room', room), 'node')
  if owner and owner ~= node and isAlive(owner, serverTime()) then
    return 0
  end
  redis.call('HSET', keyOf('room', room), 'node', node, 'a', first, 'b', second)
  redis.call('PEXPIRE', keyOf('room', room), kept)
  redis.call('SADD', keyOf('rooms', node), room)
  for account, click in pairs({ [first] = firstClick, [second] = secondClick }) do
    local known = redis.call('HGET', keyOf('p', account), 'room')
    if not known then
      dequeue(account)
    end
    if not known or known == room then
      putInRoom(account, room, node, click)
    end
  end
  return 1
end

return calls[ARGV[2]](unpack(ARGV, 3))
