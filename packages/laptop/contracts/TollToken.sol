// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// @title A token that keeps one percent of every transfer for its owner, as some real ones do.
/// @notice Its `Transfer` event tells the full value, so an exchange that believes the event credits money that never
/// came. Tests only: no local network carries it.
contract TollToken {
    string public constant name = "Toll Token (local)";
    string public constant symbol = "TOLL";
    uint8 public constant decimals = 6;

    /// @notice Receives the toll and is the only account that may mint.
    address public immutable owner;
    uint256 public totalSupply;
    mapping(address holder => uint256 amount) public balanceOf;

    event Transfer(address indexed from, address indexed to, uint256 value);

    error NotOwner();
    error BalanceTooLow(uint256 balance, uint256 needed);

    constructor() {
        owner = msg.sender;
    }

    /// @notice Creates new units for `to`, without a toll.
    function mint(address to, uint256 value) external {
        if (msg.sender != owner) revert NotOwner();
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        uint256 balance = balanceOf[msg.sender];
        if (balance < value) revert BalanceTooLow(balance, value);
        uint256 toll = value / 100;
        balanceOf[msg.sender] = balance - value;
        balanceOf[to] += value - toll;
        balanceOf[owner] += toll;
        emit Transfer(msg.sender, to, value);
        return true;
    }
}
